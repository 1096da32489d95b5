import { expect, it } from 'vitest'
import { setUp } from '../../../../../testing/set-up.ts'
import { setUpTestApp } from '../../../../../testing/test-app.ts'
import { aCustomer } from '../../../customers/testing.ts'
import { peopleOfCustomer } from '../../store/portal-access.ts'
import { aPortalLogin } from '../../testing.ts'
import { endPortalAccess } from '../people/end-portal-access.ts'
import { followMerge } from './follow-merge.ts'

const test = setUpTestApp()
const tenant = setUp(() => test.tenant())

it('the people of a merged customer log in for the other one too, once', async () => {
  await tenant.run(async (ctx) => {
    const [from, into] = [await aCustomer(ctx), await aCustomer(ctx)]
    await aPortalLogin(ctx, { email: 'kay@merged.test', customerIds: [from.id] })
    await aPortalLogin(ctx, { email: 'lee@other.test', customerIds: [into.id] })
    for (let times = 0; times < 2; times++) await followMerge(ctx, { from: from.id, into: into.id })
    const emails = async (id: string) => (await peopleOfCustomer(ctx, id)).map(({ email }) => email).sort()
    expect(await emails(into.id)).toEqual(['kay@merged.test', 'lee@other.test'])
    expect(await emails(from.id)).toEqual(['kay@merged.test'])
  })
})

it('a person who was removed from the other customer stays removed', async () => {
  await tenant.run(async (ctx) => {
    const [from, into] = [await aCustomer(ctx), await aCustomer(ctx)]
    const customerIds = [from.id, into.id]
    await aPortalLogin(ctx, { email: 'sam@removed.test', customerIds })
    const [sam] = await peopleOfCustomer(ctx, into.id)
    await endPortalAccess(ctx, into.id, sam!.id)
    await followMerge(ctx, { from: from.id, into: into.id })
    expect(await peopleOfCustomer(ctx, into.id)).toEqual([])
  })
})
