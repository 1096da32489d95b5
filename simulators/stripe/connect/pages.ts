import { answerBillingPage } from '../billing/billing-pages.ts'
import type { World } from '../state/world.ts'
import type { ApiRequest } from '../wire/api.ts'
import { answerAccountSetup } from './account-setup.ts'
import { answerChallenge } from './challenge.ts'
import type { PageReply } from './html.ts'
import { answerMicrodeposits } from './microdeposits.ts'
import { ConnectOAuth } from './oauth.ts'

/** Answers everything below /oauth, and the pages that a person sees at Stripe. */
export class Pages {
  readonly #world: World
  readonly #oauth: ConnectOAuth

  constructor(world: World) {
    this.#world = world
    this.#oauth = new ConnectOAuth(world)
  }

  /** Returns null when the path is none of a page. */
  answer({ method, path, query, body, headers }: ApiRequest): PageReply | null {
    const form = new URLSearchParams(method === 'POST' ? body : query)
    switch (`${method} ${path}`) {
      case 'GET /oauth/authorize':
        return this.#oauth.showConsent(form)
      case 'POST /oauth/authorize':
        return this.#oauth.decide(form)
      case 'POST /oauth/token':
        return this.#oauth.exchange(form, headers.authorization)
      case 'POST /oauth/deauthorize':
        return this.#oauth.disconnect(form, headers.authorization)
    }
    const decision = method === 'POST' ? (form.get('decision') ?? '') : null
    const link = /^\/setup\/(\w+)$/.exec(path)?.[1]
    if (link !== undefined) return answerAccountSetup(this.#world, link, decision)
    const [, id, redirect] = /^\/challenge\/(\w+)(\/redirect)?$/.exec(path) ?? []
    if (id !== undefined) return answerChallenge(this.#world, id, redirect !== undefined, decision)
    const deposits = /^\/microdeposits\/(\w+)$/.exec(path)?.[1]
    if (deposits !== undefined) return answerMicrodeposits(this.#world, deposits, form.get('code'))
    return answerBillingPage(this.#world, path, method === 'POST' ? form : null)
  }
}
