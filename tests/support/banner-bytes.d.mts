export function bannerBytes(protocol: string, text: string): Buffer;
