/**
 * The version of the rules that match packages and services. It is stored with the findings of each host: after an
 * upgrade with another version, all hosts are matched again at the start. Raise it with every change of
 * `matching/`, or of version orders, that gives other findings for the same data.
 */
export const RULES_VERSION = 6;
