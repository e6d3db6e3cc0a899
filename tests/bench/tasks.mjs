/**
 * Tasks of a page's main thread by the processor's time they took, by the browser's own record: on a machine that does
 * other things besides, the wall clock tells of those. The throttle counts, it runs on the thread itself.
 */

const categories = ["toplevel", "blink.user_timing"];
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

/** Milliseconds of each task, and whether it put in rows. */
function tasksOf(events) {
  const threadOf = ({ pid, tid }) => `${pid}:${tid}`;
  const marks = events.filter(({ name }) => name === rowsMark);
  const thread = threadOf(events.findLast(({ name }) => name === pageMark));
  return events
    .filter((event) => event.ph === "X" && threadOf(event) === thread)
    .filter(({ name }) => name.endsWith("::RunTask"))
    .map(({ ts, dur, tdur = 0 }) => ({
      ms: tdur / 1000,
      hasRows: marks.some((mark) => mark.ts >= ts && mark.ts <= ts + dur),
    }));
}
