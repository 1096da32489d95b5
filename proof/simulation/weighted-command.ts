import fc from 'fast-check'
import type { Command } from './commands.ts'

export type Weighted = { kind: Command['kind']; weight: number; arbitrary: fc.Arbitrary<Command> }

/** A kind of command and how often it is drawn. */
export const weighted = <K extends Command['kind']>(
  weight: number,
  kind: K,
  fields: {
    [F in Exclude<keyof Extract<Command, { kind: K }>, 'kind'>]: fc.Arbitrary<
      Extract<Command, { kind: K }>[F]
    >
  },
): Weighted => ({
  kind,
  weight,
  arbitrary: fc.record({ kind: fc.constant(kind), ...fields }) as unknown as fc.Arbitrary<Command>,
})
