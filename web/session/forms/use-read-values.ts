import { useRef, useState } from 'react'
import { isChangedMeanwhile } from '../calls/api-error.ts'
import { knowing } from './form-changes.ts'

/**
 * The values that a form was filled with. `readAgain` after a refusal, because somebody else changed them: a second save then replaces
 * what somebody else saved, knowingly. `saved` after a save.
 */
export function useReadValues<Values extends object>(opened: Values, readNow: () => Promise<Values>) {
  const [first] = useState(opened)
  const read = useRef(first)
  return {
    read,
    saved: (now: Values) => {
      read.current = now
    },
    async readAgain(error: unknown) {
      if (!isChangedMeanwhile(error)) return
      const now = await readNow().catch(() => null)
      if (now) read.current = knowing(read.current, now, error)
    },
  }
}
