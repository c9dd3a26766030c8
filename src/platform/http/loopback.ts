/** Whether an address is of this machine only. */
export const isLoopback = (ip: string): boolean =>
  ip === '::1' || ip === 'localhost' || /^127\./.test(ip) || /^::ffff:127\./i.test(ip);
