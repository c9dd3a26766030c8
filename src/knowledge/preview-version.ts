/** Whether this is a version of BIND's subscription edition (`9.18.28-S1`). */
export const isPreviewVersion = (version: string): boolean => /-S\d{1,2}$/i.test(version);
