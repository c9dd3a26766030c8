export interface Peer {
  ports: number[];
  /** how often the service reached it */
  met: () => number;
  close: () => Promise<void>;
}
export function startPeer(file: string, options: object): Promise<Peer>;
