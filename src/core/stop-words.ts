// What people say when they want it to stop, whatever else is waiting. Only when it is all they say.
const STOP =
  /^(?:(?:please|ok|okay|no|hey|parley)[, ]+)*(?:stop(?: (?:it|that|now|talking|please)){0,2}|wait|halt|cancel(?: (?:it|that))?|enough|quiet|be quiet|shut up|hold on|abort)(?:[, ]+please)?$/

export const meansStop = (said: string): boolean =>
  said.length < 60 &&
  STOP.test(
    said
      .toLowerCase()
      .replace(/[.!]+$/, '')
      .trim(),
  )
