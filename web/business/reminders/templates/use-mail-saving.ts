import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import type { Language } from '../../../../domain/mails/languages.ts'
import { useAccount } from '../../../session/account-context.ts'
import { isChangedMeanwhile } from '../../../session/calls/api-error.ts'
import { useSingleMutation } from '../../../session/calls/use-single-mutation.ts'
import { knowing } from '../../../session/forms/changed-fields.ts'
import { useCall } from '../../../session/session-context.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import type { Texts } from '../preview/use-preview.ts'
import { type EditedMail, storedTexts, type TextLanguage, templateOf } from './edited-mail.ts'

/** A text to store, with the name of its reminder template. */
export interface TextToSave extends Texts {
  readonly name: string
  readonly language: TextLanguage
}

/** Calls that store and remove texts of a mail, and refresh the lists. */
export function useMailSaving(edited: EditedMail, onSaved: () => void) {
  const { pk: account } = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  const toast = useToast()
  const template = templateOf(edited)
  const key = template?.pk ?? edited.mail.kind
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: [account, 'reminder-templates'] }),
      queries.invalidateQueries({ queryKey: [account, 'mail-templates'] }),
    ])
  const { readOf, readAgain } = useReadTexts(edited)
  const saveOne = async (text: TextToSave): Promise<unknown> => {
    try {
      return await send(text)
    } catch (error) {
      if (isChangedMeanwhile(error)) await readAgain(text.language, error)
      throw error
    }
  }
  const send = async ({ language, name, subject, body }: TextToSave): Promise<unknown> => {
    const { name: nameBefore, ...before } = readOf(language)
    if (language !== 'default')
      return call(contract.mailTemplates.save, {
        params: { account, template: key, language },
        body: { subject, body, if_unchanged: before },
      })
    const fields = { name, subject, body }
    const if_unchanged = { ...before, name: nameBefore }
    return template
      ? call(contract.reminderTemplates.update, {
          params: { account, template: key },
          body: { ...fields, if_unchanged },
        })
      : call(contract.reminderTemplates.create, { params: { account }, body: fields })
  }
  const save = useSingleMutation<void, readonly TextToSave[]>({
    async mutationFn(texts) {
      for (const text of texts) await saveOne(text)
    },
    async onSuccess(_, [first]) {
      const title = edited.template === 'new' ? 'Template added' : 'Template saved'
      toast({ title, body: first?.name || edited.mail.name, tone: 'success' })
      onSaved()
      await refresh()
    },
  })
  const remove = useSingleMutation<void, Language>({
    async mutationFn(language) {
      await call(contract.mailTemplates.remove, { params: { account, template: key, language } })
    },
    async onSuccess() {
      await refresh()
      toast({
        title: template ? 'Text removed' : 'Built-in text restored',
        body: template?.name ?? edited.mail.name,
        tone: 'success',
      })
    },
  })
  return { save, remove }
}

type ReadTexts = Texts & { readonly name: string }

const readTexts = (edited: EditedMail, language: TextLanguage): ReadTexts => ({
  ...storedTexts(edited, language),
  name: templateOf(edited)?.name ?? '',
})

/** Texts as the dialog was opened with them; after a refusal, with what somebody else changed meanwhile. */
function useReadTexts(edited: EditedMail) {
  const { pk: account } = useAccount()
  const call = useCall()
  const [opened] = useState(edited)
  const told = useRef(new Map<TextLanguage, ReadTexts>())
  const readOf = (language: TextLanguage): ReadTexts =>
    told.current.get(language) ?? readTexts(opened, language)
  const readNow = async (): Promise<EditedMail> => {
    const mails = await call(contract.mailTemplates.list, { params: { account } })
    const mail = mails.results.find(({ kind }) => kind === opened.mail.kind) ?? opened.mail
    if (opened.template === null) return { mail, template: null }
    const templates = await call(contract.reminderTemplates.list, { params: { account } })
    const found = templates.results.find(({ pk }) => pk === templateOf(opened)?.pk)
    return { mail, template: found ?? opened.template }
  }
  return {
    readOf,
    async readAgain(language: TextLanguage, error: unknown) {
      const now = await readNow().catch(() => null)
      if (now) told.current.set(language, knowing(readOf(language), readTexts(now, language), error))
    },
  }
}
