import { z } from 'zod'
import { line, strict, text } from '../shapes.ts'

const readValue = z
  .union([text(5000), z.boolean(), z.number(), z.null(), z.record(line(40), text(400))])
  .optional()

/** The same fields as somebody read them. They are compared with what is stored, so they keep its form. */
export const asRead = <Fields extends object>(fields: Fields) =>
  strict(
    Object.fromEntries(Object.keys(fields).map((name) => [name, readValue])) as {
      [K in keyof Fields]: typeof readValue
    },
  )
    .optional()
    .describe('fields as they were read; one that somebody else changed since is refused')
