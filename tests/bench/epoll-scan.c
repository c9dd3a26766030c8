/* A plain one-thread TCP connect scan with epoll, to compare with: epoll-scan <IPv4 address> <first port> <last port>.
 * Prints the open ports, one a line. Non-blocking connects, 256 under way at a time, no pacing, no second tries. */
#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#define WINDOW 256

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  struct sockaddr_in peer = { .sin_family = AF_INET };
  if (inet_pton(AF_INET, argv[1], &peer.sin_addr) != 1) return 2;
  int next = atoi(argv[2]), last = atoi(argv[3]), going = 0, epoll = epoll_create1(0);
  struct epoll_event events[WINDOW];
  while (next <= last || going > 0) {
    while (next <= last && going < WINDOW) {
      int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
      if (fd < 0) return 1;
      peer.sin_port = htons((unsigned short)next);
      int done = connect(fd, (struct sockaddr *)&peer, sizeof peer) == 0;
      if (done || errno != EINPROGRESS) {
        if (done) printf("%d\n", next);
        close(fd);
      } else {
        struct epoll_event event = { .events = EPOLLOUT, .data.u64 = ((unsigned long long)next << 32) | (unsigned)fd };
        if (epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event) != 0) return 1;
        going++;
      }
      next++;
    }
    int count = epoll_wait(epoll, events, WINDOW, -1);
    for (int i = 0; i < count; i++) {
      int fd = (int)(events[i].data.u64 & 0xffffffff), port = (int)(events[i].data.u64 >> 32), error = 0;
      socklen_t size = sizeof error;
      getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size);
      struct sockaddr_in self;
      size = sizeof self;
      if (error == 0 && getsockname(fd, (struct sockaddr *)&self, &size) == 0 &&
          ntohs(self.sin_port) != port)
        printf("%d\n", port);
      close(fd);
      going--;
    }
  }
  return 0;
}
