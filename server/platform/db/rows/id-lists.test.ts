import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { setUpTestApp } from '../../../../testing/test-app.ts'
import { idsOfBytes } from '../../ids.ts'
import { idsInOrder } from './id-lists.ts'

const test = setUpTestApp()

it('packs ids in their order, however many there are', async () => {
  const tenant = await test.tenant()
  const count = 120_003
  const id = sql`lpad(to_hex(n * 7919 % 1000003), 32, '0')::uuid`
  const ordered = sql`select ${id} as id from generate_series(1, ${count}) n order by n desc`
  const packed = await tenant.run((ctx) => idsInOrder(ctx, ordered))
  expect(packed).toHaveLength(count * 16)
  const ids = idsOfBytes(packed)
  const idOf = (n: number) => ((n * 7919) % 1_000_003).toString(16)
  for (const at of [0, 49_999, 50_000, 50_001, 100_000, count - 1])
    expect(ids[at]!.replaceAll('-', '').replace(/^0+/, '')).toBe(idOf(count - at))
})

it('packs nothing for no rows', async () => {
  const tenant = await test.tenant()
  expect(await tenant.run((ctx) => idsInOrder(ctx, sql`select null::uuid as id where false`))).toHaveLength(0)
})

it('keeps only chosen ids, in the order of the list', async () => {
  const tenant = await test.tenant()
  const [one, two, three] = [1, 2, 3].map((n) => `00000000-0000-7000-8000-00000000000${n}`)
  const ordered = sql`select * from unnest(${[three, two, one]}::uuid[]) as listed (id)`
  const packed = await tenant.run((ctx) => idsInOrder(ctx, ordered, [one!, three!]))
  expect(idsOfBytes(packed)).toEqual([three, one])
})
