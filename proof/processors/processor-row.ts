import type { PaymentProcessor } from '../../server/gateways/payments/port.ts'
import type { App } from '../../server/platform/context.ts'
import type { HttpCompany } from '../../testing/http-company.ts'
import type { TestServer } from '../../testing/test-server.ts'
import type { FaultControl } from './fault-control.ts'

/**
 * A processor that passes the whole proof: faults, webhooks in disorder, crashes, the daily comparison and the simulation. A new
 * processor is a row in `rows.ts`.
 */
export interface ProcessorRow {
  readonly name: string
  /** Starts the processor. `now` is the clock in epoch ms. */
  start(now: () => number): Promise<StartedProcessor>
}

export interface StartedProcessor {
  /** The adapter's id. */
  readonly id: string
  /** Settings with which the product reaches it. */
  readonly env: Readonly<Record<string, string>>
  /** Creates the adapters of a processor that runs inside the product; the others come from the settings. */
  createProcessors?(app: App): PaymentProcessor[]
  readonly faults: FaultControl
  /** Whether its answers to writes name the amount, so that they can name a wrong one. */
  readonly namesAmounts: boolean
  /** Connects a company, as its owner does. */
  connect(link: CompanyLink): Promise<ConnectedProcessor>
  /** Returns how the processor's traffic violated its contract. */
  violations(): readonly string[]
  close(): Promise<void>
}

export type Values = Readonly<Record<string, string | number | boolean>>

/** A company of a product that runs in this process or in others. */
export interface CompanyLink {
  /** Calls a step of the company's connection. Throws when it is refused. */
  ask(step: 'start' | 'finish' | 'keys', body?: object): Promise<Readonly<Record<string, unknown>>>
  /** Returns the company's id at the processor, once it is connected. */
  remoteId(): Promise<string>
  /** The product, where it runs in this process. */
  readonly inside?: { readonly test: TestServer; readonly company: HttpCompany }
}

/** A company that is connected to the processor. */
export interface ConnectedProcessor {
  /** Returns a payment option and the values of its own fields, as a payer fills them in. */
  fill(type: 'credit_card' | 'e_check', outcome: 'good' | 'declined'): Promise<Filled>
  /** The payer approves an order on the processor's page. */
  approveOrder?(ref: string): Promise<void>
  /** Reads the processor's own records of this company, without the adapter. */
  readBooks(): Promise<readonly ChargeRecord[]>
  readonly desk: Desk
  /** Absent where the processor sends no webhooks. */
  readonly events?: ProcessorEvents
}

export interface Filled {
  readonly option: string
  readonly values: Values
}

/** A charge in the processor's own records. */
export interface ChargeRecord {
  readonly ref: string
  /** Our payment's id. */
  readonly ourId: string | null
  /** The status that the payment should have, in the product's words. */
  readonly status: string
  /** True where an `input` charge needs a call of ours to complete, so that the product may give it up here alone. */
  readonly onlyByUs?: boolean
  /** True where the payer's bank took a part of it back, so that nothing more can be refunded. */
  readonly isDisputed?: boolean
  readonly currency: string
  /** Minor units. Zero of a charge that was taken back. */
  readonly captured: bigint
  readonly refunded: bigint
  readonly refunds: readonly {
    readonly ref: string
    readonly ourId: string | null
    readonly amount: bigint
  }[]
}

/** Actions of the business in the processor's own dashboard, without the product. */
export interface Desk {
  /** Refunds a part of a charge. */
  refund(ref: string, minor: bigint): Promise<void>
  /** The payer's bank takes a payment back. Absent where the processor has no disputes. */
  dispute?(ref: string): Promise<void>
  /** It takes a part back. Absent where the processor has disputes of whole payments only. */
  disputePart?(ref: string, minor: bigint): Promise<void>
}

/** Webhooks of a company. */
export interface ProcessorEvents {
  /** Age from which a signature is refused. Null of unsigned webhooks: they are hints, whose event is fetched. */
  readonly tooOldSeconds: number | null
  /** Keeps webhooks back until `release`. */
  hold(): void
  /** Returns those that are kept back, the oldest first. */
  held(): Promise<readonly HeldEvent[]>
  /** Sends what was kept back, and later webhooks at once. */
  release(): Promise<void>
}

export interface HeldEvent {
  readonly id: string
  /** The charge that it is about; null when it names none. */
  readonly chargeRef: string | null
  /** Sends it, however often. Returns the product's status. `forged`: signed with another secret, or about no event. */
  send(how?: { readonly ageSeconds?: number; readonly forged?: boolean }): Promise<number>
}
