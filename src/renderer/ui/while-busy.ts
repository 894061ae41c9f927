// Disables a button until the action it started has ended.

/** Never rejects: failures are reported, and the user can try again. */
export async function whileBusy(
  setBusy: (busy: boolean) => void,
  work: () => Promise<unknown>,
  report: (error: unknown) => void,
): Promise<void> {
  setBusy(true)
  try {
    await work()
  } catch (error) {
    report(error)
  }
  setBusy(false)
}
