import { useMembers } from '../../worklist/use-members.ts'
import type { StepValues } from '../editor/flow-values.ts'
import { MailPreview } from '../preview/mail-preview.tsx'
import { type PreviewOf, REMINDER, usePreview } from '../preview/use-preview.ts'
import { senderText } from '../senders/sender-values.ts'
import type { Template } from '../templates/use-templates.ts'
import { useThanksTexts } from './use-thanks-texts.ts'

const THANK_YOU: PreviewOf = { kind: 'thank-you', language: null, invoice: null }

/** The email of a step for a real invoice: its template, or the thank-you of a step after the payment. */
export function StepPreview({
  step,
  templates,
  invoice,
}: {
  step: StepValues
  templates: readonly Template[]
  /** Null for the longest due one. */
  invoice: string | null
}) {
  const members = useMembers().data?.results ?? []
  const thanks = useThanksTexts()
  const isThanks = step.anchor === 'paid'
  const texts = isThanks ? thanks : (templates.find(({ pk }) => pk === step.template) ?? null)
  const preview = usePreview(texts, isThanks ? THANK_YOU : { ...REMINDER, invoice })
  return <MailPreview preview={preview} from={senderText(step.sender, members)} className="p-4 md:px-6" />
}
