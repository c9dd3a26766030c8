import type { RemediableFinding, RemediationGroup } from './group.js';
import type { RemediationPackage } from './packages.js';
import type { UpgradeTarget } from './upgrade-target.js';

/** An action with what its texts are made of. */
export interface PlannedRemediation extends Pick<RemediationGroup, 'plan' | 'findings'> {
  /** the finding with the highest risk */
  worst: RemediableFinding;
  packages: readonly RemediationPackage[];
  /** null: none, or the packages have different ones */
  target: UpgradeTarget | null;
}
