import { useQueryClient } from '@tanstack/react-query'
import { contract } from '../../../../contract/index.ts'
import type { Language } from '../../../../domain/mails/languages.ts'
import { useAccount } from '../../../session/account-context.ts'
import { isChangedMeanwhile } from '../../../session/calls/api-error.ts'
import { useSingleMutation } from '../../../session/calls/use-single-mutation.ts'
import { useCall } from '../../../session/session-context.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import type { Texts } from '../preview/use-preview.ts'
import { type EditedMail, type TextLanguage, templateOf } from './edited-mail.ts'
import { useReadTexts } from './use-read-texts.ts'

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
  const saveOne = useSaveOne(edited)
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

/** The call that stores one text. Refused when somebody else changed it since the dialog was opened. */
function useSaveOne(edited: EditedMail) {
  const { pk: account } = useAccount()
  const call = useCall()
  const template = templateOf(edited)
  const key = template?.pk ?? edited.mail.kind
  const { readOf, readAgain } = useReadTexts(edited)
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
  return async (text: TextToSave): Promise<unknown> => {
    try {
      return await send(text)
    } catch (error) {
      if (isChangedMeanwhile(error)) await readAgain(text.language, error)
      throw error
    }
  }
}
