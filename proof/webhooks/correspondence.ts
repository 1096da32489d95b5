import fc from 'fast-check'
import { expect } from 'vitest'
import { FORGED_WEBHOOKS } from './forged-webhooks.ts'
import { chargeOf, type End, endOf, type Post } from './post.ts'
import { STORIES, type Story } from './stories.ts'

const DAYS_LATE_MS = 3 * 86_400_000
const AT_ONCE = 5
const WORKERS = 2

/** How the post about one payment arrives. */
export interface Correspondence {
  readonly story: Story
  /** The events in the order in which they arrive. */
  readonly order: readonly number[]
  /** The place of one that arrives five times at once. */
  readonly fivefold: number
  /** The place of one that comes again under the same id, and says something else. */
  readonly reworded: number
  /** Nothing is delivered before everything has happened, and three days have passed. */
  readonly late: boolean
  /** The first one arrives before the answer to the call that made the charge. */
  readonly early: boolean
  /** What arrives besides, and before which place. */
  readonly bad: readonly { readonly place: number; readonly letter: keyof typeof FORGED_WEBHOOKS }[]
}

const KINDS = Object.keys(FORGED_WEBHOOKS) as (keyof typeof FORGED_WEBHOOKS)[]
const MOST_EVENTS = 5
const NOWHERE = -1
const place = fc.integer({ min: NOWHERE, max: MOST_EVENTS - 1 })

/** Each happening has its event; those beyond only tell of a change, as processors do. */
const arriving = (story: Story): fc.Arbitrary<number[]> =>
  fc.integer({ min: story.happenings.length, max: MOST_EVENTS }).chain((count) => {
    const events = Array.from({ length: count }, (_, event) => event)
    return fc.shuffledSubarray(events, { minLength: count, maxLength: count })
  })

export const correspondences: fc.Arbitrary<Correspondence> = fc.constantFrom(...STORIES).chain((story) =>
  fc.record({
    story: fc.constant(Object.assign(story, { [fc.toStringMethod]: () => story.name })),
    order: arriving(story),
    fivefold: place,
    reworded: place,
    late: fc.boolean(),
    early: fc.boolean(),
    bad: fc.array(fc.record({ place, letter: fc.constantFrom(...KINDS) }), { minLength: 1, maxLength: 3 }),
  }),
)

/** One event after the other, each once and in time: what every other correspondence has to end in. */
export const inOrder = (story: Story): Correspondence => ({
  story,
  order: story.happenings.map((_, event) => event),
  fivefold: NOWHERE,
  reworded: NOWHERE,
  late: false,
  early: false,
  bad: [],
})

/** Lets a payment begin and its post arrive. Expects every answer to be right, and returns how it ends. */
export async function correspond(post: Post, given: Correspondence): Promise<End> {
  const { story, early, late, order } = given
  const { invoiceId, uow } = await post.anInvoice()
  post.beforeReply(early ? (charge) => deliver(post, { id: `sbe_${charge}_early`, charge }) : null)
  await story.begin(uow, invoiceId)
  post.beforeReply(null)
  const charge = await chargeOf(post, invoiceId)
  let happened = 0
  const happen = async (upTo: number): Promise<void> => {
    for (; happened < Math.min(upTo, story.happenings.length); happened++)
      await story.happenings[happened]!(post.desk, charge)
  }
  if (late) {
    await happen(story.happenings.length)
    post.test.clock.advance(DAYS_LATE_MS)
  }
  for (const [at, event] of order.entries()) {
    // No event is sent before what it tells of.
    await happen(event + 1)
    const about = { id: `sbe_${charge}_${event}`, charge }
    for (const { place, letter } of given.bad)
      if (Math.max(0, Math.min(place, order.length - 1)) === at) await sendBad(post, letter, about)
    await deliver(post, about, at === given.fivefold ? AT_ONCE : 1)
    if (at === given.reworded) await sendReworded(post, about)
  }
  const end = await endOf(post, invoiceId)
  await expectNothingStored(post, charge, early ? order.length + 1 : order.length)
  return end!
}

interface About {
  readonly id: string
  readonly charge: string
}

async function deliver(post: Post, about: About, copies = 1): Promise<void> {
  const letter = post.word(about)
  const answers = await Promise.all(Array.from({ length: copies }, () => post.send(letter)))
  expect(answers, 'what is genuine is taken').toEqual(Array(copies).fill(200))
  const workers = Math.min(copies, WORKERS)
  await Promise.all(Array.from({ length: workers }, () => post.handle(about.id)))
}

async function sendReworded(post: Post, about: About): Promise<void> {
  const reworded = post.word({ ...about, kind: 'charge.other', charge: 'sbc_another' })
  expect(await post.send(reworded), 'what is known is taken').toBe(200)
  await post.handle(about.id)
}

async function sendBad(post: Post, name: keyof typeof FORGED_WEBHOOKS, about: About): Promise<void> {
  const { answer, send } = FORGED_WEBHOOKS[name]
  const status = await send(post, { ...about, id: `${about.id}_bad` })
  if (answer === 'taken') {
    expect(status, name).toBe(200)
    return post.handle(`${about.id}_bad_unknown`)
  }
  expect(status, `refused: ${name}`).toBeGreaterThanOrEqual(400)
  expect(status, `refused: ${name}`).toBeLessThan(500)
}

/** Only what is genuine was kept, each event once. */
async function expectNothingStored(post: Post, charge: string, genuine: number): Promise<void> {
  const stored = await post.read((ctx) =>
    ctx.db
      .selectFrom('provider_inbox')
      .select(['event_id', 'status'])
      .where('event_id', 'like', `sbe_${charge.replaceAll('_', '\\_')}%`)
      .execute(),
  )
  expect(
    stored.filter(({ event_id }) => !event_id.endsWith('_unknown')),
    'each event is kept once',
  ).toHaveLength(genuine)
  expect(
    stored.filter(({ event_id }) => event_id.endsWith('_bad')),
    'nothing bad is kept',
  ).toEqual([])
  expect(
    stored.filter(({ status }) => status === 'new'),
    'nothing stays unread',
  ).toEqual([])
}
