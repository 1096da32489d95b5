import { useState } from 'react'
import type { Problems } from '../payment-values.ts'

/**
 * Chooses which errors stand beside their fields: of a field that was changed, once it is left, never while it is being
 * typed in; of all fields, once the form was sent. An error of the server stays until its field is changed.
 */
export function useFieldErrors(server: Problems) {
  const [typing, setTyping] = useState('')
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  const [answered, setAnswered] = useState(server)
  const [since, setSince] = useState<ReadonlySet<string>>(new Set())
  if (answered !== server) {
    setAnswered(server)
    setSince(new Set())
  }
  return {
    /** Returns the errors to show, of all that the form has now. */
    shown: (problems: Problems, all: boolean): Problems =>
      Object.fromEntries(
        Object.entries({ ...problems, ...without(server, since) }).filter(
          ([name]) => name !== typing && (all || changed.has(name) || (name in server && !since.has(name))),
        ),
      ),
    typed: (name: string): void => {
      setTyping(name)
      setChanged((before) => new Set(before).add(name))
      setSince((before) => new Set(before).add(name))
    },
    left: (): void => setTyping(''),
  }
}

const without = (problems: Problems, names: ReadonlySet<string>): Problems =>
  Object.fromEntries(Object.entries(problems).filter(([name]) => !names.has(name)))
