/** Processes of one program and user that run code of files that were replaced or removed. */
export interface OldCodeHolder {
  /** the package that installs this file now; null: none does */
  package: string | null;
  architecture: string | null;
  /** `ssh.service`, `openrc:sshd`; null: no service */
  unit: string | null;
  user: string | null;
  /** the name of the process */
  program: string | null;
  processes: number;
}

/** Result of an inspection of the processes of a host. */
export interface OldCode {
  /**
   * `whole`: every process was seen, after the last change of the packages; `partly`: not every one; `outdated`: the
   * packages changed after the inspection
   */
  look: 'whole' | 'partly' | 'outdated';
  /** processes that could not be inspected; null: their number is not known */
  unseen: number | null;
  /** whether a process runs a replaced file that no installed package has */
  has_unowned: boolean;
  holders: OldCodeHolder[];
}

/** A host with more of them than this has an inspection that counts as partly. */
export const MAX_HOLDERS = 500;

/** The name of who runs old code: the service, else the program of a user. */
export const holderOf = ({ unit, user, program }: OldCodeHolder): string =>
  unit ?? `${program ?? 'a process'} of ${user ?? 'a user'}`;
