/**
 * Tasks of a page's main thread by the processor's time they took, by the browser's own record: on a machine that does
 * other things besides, the wall clock tells of those. The throttle counts, it runs on the thread itself.
 */

/** `v8` for the collection of garbage. */
const categories = ["toplevel", "blink.user_timing", "v8"];
/** What a page may set whenever it puts rows into the document. */
export const rowsMark = "rows";
const pageMark = "page";

/** Begins the record. @returns what ends it and answers the tasks of the page's thread, as it is then */
export async function recordTasks(page, cdp) {
  const end = await startRecord(cdp);
  return async () => {
    // Now: one of the page's start can be missing, as its process may begin to be recorded later.
    await page.evaluate((mark) => performance.mark(mark), pageMark);
    return end();
  };
}

async function startRecord(cdp) {
  const events = [];
  cdp.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  await cdp.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: categories, recordMode: "recordContinuously" },
  });
  return async () => {
    const complete = new Promise((resolve) => cdp.once("Tracing.tracingComplete", resolve));
    await cdp.send("Tracing.end");
    await complete;
    return tasksOf(events);
  };
}

/** Milliseconds of each task, whether it put in rows, and whether most of it collected garbage. */
function tasksOf(events) {
  const threadOf = ({ pid, tid }) => `${pid}:${tid}`;
  const marks = events.filter(({ name }) => name === rowsMark);
  const thread = threadOf(events.findLast(({ name }) => name === pageMark));
  const own = events.filter((event) => event.ph === "X" && threadOf(event) === thread);
  const collections = own.filter(({ name }) => name === "MajorGC" || name === "MinorGC");
  return own
    .filter(({ name }) => name.endsWith("::RunTask"))
    .map(({ ts, dur, tdur = 0 }) => {
      const inside = (event) => event.ts >= ts && event.ts <= ts + dur;
      const collecting = collections.filter(inside).reduce((sum, event) => sum + (event.tdur ?? 0), 0);
      return { ms: tdur / 1000, hasRows: marks.some(inside), isGarbage: collecting > tdur / 2 };
    });
}
