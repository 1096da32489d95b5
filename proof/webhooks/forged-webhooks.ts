import type { Letter, Post } from './post.ts'

/** A request that nobody may trust, or that means nothing. */
export interface ForgedWebhook {
  /** What it is answered: refused, or taken because it is genuine and yet about nothing of ours. */
  readonly answer: 'refused' | 'taken'
  send(post: Post, about: { readonly id: string; readonly charge: string }): Promise<number>
}

const refused = (send: ForgedWebhook['send']): ForgedWebhook => ({ answer: 'refused', send })

const withBody = ({ headers }: Letter, body: Buffer): Letter => ({ headers, body })

/** Every kind there is. A new one is a line here. */
export const FORGED_WEBHOOKS = {
  'a forged signature': refused((post, about) => {
    const { headers, body } = post.word(about)
    const signature = headers['sandbox-signature']!
    const last = signature.endsWith('0') ? '1' : '0'
    return post.send({ headers: { 'sandbox-signature': signature.slice(0, -1) + last }, body })
  }),
  'no signature': refused((post, about) => post.send({ headers: {}, body: post.word(about).body })),
  'another body under a good signature': refused((post, about) => {
    const letter = post.word(about)
    return post.send(withBody(letter, Buffer.from(letter.body.toString().replace('updated', 'cleared'))))
  }),
  'an old timestamp': refused((post, about) => post.send(post.word({ ...about, agoMs: 301_000 }))),
  'a timestamp to come': refused((post, about) => post.send(post.word({ ...about, agoMs: -302_000 }))),
  'the secret of another tenant': refused((post, about) =>
    post.send(post.word({ ...about, secretOf: post.rival.accountId })),
  ),
  'the account of another tenant': refused((post, about) =>
    post.send(post.word({ ...about, account: post.rival.accountId })),
  ),
  'the address of another tenant': refused((post, about) =>
    post.send(post.word(about), post.rival.accountId),
  ),
  'a body cut off': refused((post, about) => {
    const letter = post.word(about)
    return post.send(withBody(letter, letter.body.subarray(0, letter.body.length - 7)))
  }),
  'an object that nobody knows': {
    answer: 'taken',
    send: (post, { id }) => post.send(post.word({ id: `${id}_unknown`, charge: 'sbc_nobodyknowsthisone' })),
  },
} as const satisfies Readonly<Record<string, ForgedWebhook>>
