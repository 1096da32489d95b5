import { expect, it } from 'vitest'
import { allRoutes } from '../../../contract/index.ts'
import { sampleOf } from '../../../testing/sweep/samples.ts'
import { nameOf } from '../../../testing/sweep/sweep-call.ts'
import { sweepRefusedReads } from './sweep-refused.ts'

sweepRefusedReads({ at: 0, of: 2 })

it('has a sample request for every route of the contract', () => {
  expect(allRoutes.filter((route) => !sampleOf.has(route)).map(nameOf)).toEqual([])
})
