// Loaded before a program (`node --import`): its clock, and that of its threads, differs by LAB_CLOCK_SHIFT seconds.
const shiftMs = Number(process.env.LAB_CLOCK_SHIFT ?? 0) * 1000;
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + shiftMs);
    else super(...args);
  }

  static now() {
    return RealDate.now() + shiftMs;
  }
};
