import { z } from 'zod'
import { strict, text } from '../shapes.ts'

const valueUpTo = (longest: number) => z.union([text(longest), z.boolean(), z.number(), z.null()]).optional()
type Value = ReturnType<typeof valueUpTo>

const LONGEST = 2000
const parts = <Names extends string>(names: readonly Names[]) =>
  strict(Object.fromEntries(names.map((name) => [name, text(400)])) as Record<Names, ReturnType<typeof text>>)
    .partial()
    .optional()

/** Fields as somebody read them. They are compared with what is stored, so they keep its form, whatever a change must look like. */
export const asRead = <Fields extends object>(fields: Fields, longest = LONGEST) =>
  strict(
    Object.fromEntries(Object.keys(fields).map((name) => [name, valueUpTo(longest)])) as {
      [K in keyof Fields]: Value
    },
  )
    .optional()
    .describe('fields as they were read; one that somebody else changed since is refused')

/** The same with groups of fields, each of which is named with its parts. */
export const asReadWithGroups = <Fields extends object, Groups extends Record<string, readonly string[]>>(
  fields: Fields,
  groups: Groups,
) =>
  strict({
    ...(Object.fromEntries(
      Object.keys(fields)
        .filter((name) => !Object.hasOwn(groups, name))
        .map((name) => [name, valueUpTo(LONGEST)]),
    ) as { [K in Exclude<keyof Fields, keyof Groups>]: Value }),
    ...(Object.fromEntries(Object.entries(groups).map(([name, names]) => [name, parts(names)])) as {
      [K in keyof Groups]: ReturnType<typeof parts<Groups[K][number]>>
    }),
  })
    .optional()
    .describe('fields as they were read; one that somebody else changed since is refused')
