import type koffi from 'koffi';

type Koffi = typeof koffi;

/**
 * The system calls of the scanner; each returns the call's return value. `errno` belongs to the
 * last call that returned -1.
 */
export interface Libc {
  socket(family: number, type: number, protocol: number): number;
  connect(fd: number, address: Uint8Array | null, length: number): number;
  close(fd: number): number;
  setsockopt(fd: number, level: number, name: number, value: Uint8Array, length: number): number;
  getsockname(fd: number, address: Uint8Array, length: Uint8Array): number;
  recvmsg(fd: number, header: Uint8Array, flags: number): number;
  sendto(
    fd: number,
    data: Uint8Array,
    size: number,
    flags: number,
    address: Uint8Array,
    length: number,
  ): number;
  recvfrom(
    fd: number,
    data: Uint8Array,
    size: number,
    flags: number,
    address: Uint8Array,
    length: Uint8Array,
  ): number;
  epollCreate(flags: number): number;
  epollCtl(epoll: number, operation: number, fd: number, event: Uint8Array): number;
  epollWait(epoll: number, events: Uint8Array, count: number, timeoutMs: number): number;
  errno(): number;
  /** memory address of these bytes, for the pointers inside a msghdr; it keeps nothing from being collected */
  addressOf(bytes: Uint8Array): bigint;
}

/** Binds the C library that Node itself is linked with. Throws if a function is missing. */
export function bindLibc(ffi: Koffi): Libc {
  const library = ffi.load(null);
  const bind = <T>(declaration: string): T => library.func(declaration) as unknown as T;
  return {
    socket: bind('int socket(int, int, int)'),
    connect: bind('int connect(int, void *, uint32_t)'),
    close: bind('int close(int)'),
    setsockopt: bind('int setsockopt(int, int, int, void *, uint32_t)'),
    getsockname: bind('int getsockname(int, void *, void *)'),
    recvmsg: bind('intptr_t recvmsg(int, void *, int)'),
    sendto: bind('intptr_t sendto(int, void *, size_t, int, void *, uint32_t)'),
    recvfrom: bind('intptr_t recvfrom(int, void *, size_t, int, void *, void *)'),
    epollCreate: bind('int epoll_create1(int)'),
    epollCtl: bind('int epoll_ctl(int, int, int, void *)'),
    epollWait: bind('int epoll_wait(int, void *, int, int)'),
    errno: () => ffi.errno(),
    addressOf: (bytes) => ffi.address(bytes),
  };
}

/** Linux constants that are equal on x64 and arm64. */
export const LINUX = {
  AF_INET: 2,
  AF_INET6: 10,
  SOCK_STREAM: 1,
  SOCK_DGRAM: 2,
  SOCK_RAW: 3,
  SOCK_NONBLOCK: 0o4000,
  SOCK_CLOEXEC: 0o2000000,
  SOL_SOCKET: 1,
  SO_LINGER: 13,
  SOL_IP: 0,
  IP_RECVERR: 11,
  SOL_IPV6: 41,
  IPV6_RECVERR: 25,
  IPPROTO_ICMP: 1,
  IPPROTO_ICMPV6: 58,
  MSG_DONTWAIT: 0x40,
  MSG_ERRQUEUE: 0x2000,
  EPOLL_CLOEXEC: 0o2000000,
  EPOLL_CTL_ADD: 1,
  EPOLLIN: 1,
  EPOLLOUT: 4,
} as const;
