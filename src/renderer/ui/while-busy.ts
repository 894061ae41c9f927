// A button that is pressed once rests until what it began is done, however that ends.

/** Never rejects: what fails is reported, and can be tried again. */
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
