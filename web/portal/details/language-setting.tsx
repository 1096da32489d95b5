import { useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { isLanguage, LANGUAGE_TAGS, LANGUAGES, type Language } from '../../../domain/mails/languages.ts'
import { invalidateQuery } from '../../session/calls/use-query.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useCall } from '../../session/session-context.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { offeredLanguages } from '../../ui/language/choose-language.ts'
import { forgetCustomersLanguage, forgetOwnChoice } from '../../ui/language/forget-language.ts'
import { t } from '../../ui/language/text.ts'
import { Sheet } from '../../ui/layout/sheet.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import type { PortalCompany } from '../account/portal-company.ts'
import { isPreview } from '../preview/preview-store.ts'

/** The language of the customer's emails and documents, which the portal follows where it has it. */
export function LanguageSetting({ stored, company }: { stored: Language | null; company: PortalCompany }) {
  const call = useCall()
  const toast = useToast()
  const [shown, setShown] = useState(stored)
  const choosing = useSingleMutation({
    mutationFn: (language: Language | null) => {
      setShown(language)
      return call(contract.portal.chooseLanguage, { body: { language } })
    },
    onSuccess: ({ language }) => {
      toast({ title: t('Language saved'), tone: 'success' })
      const wasFollowed = forgetCustomersLanguage()
      if (language !== null && offeredLanguages().includes(language)) forgetOwnChoice()
      invalidateQuery('account')
      if (language === null && wasFollowed) window.location.reload()
    },
    onError: ({ message }) => {
      setShown(stored)
      toast({ title: t('We couldn’t save the language'), body: message, tone: 'error' })
    },
  })
  const isPortals = shown === null || offeredLanguages().includes(shown)
  return (
    <Sheet label={t('Language')}>
      <div className="grid gap-4 rounded-14 bg-surface p-4 text-14 @max-md:border @max-md:border-line @min-md:p-6">
        <h2 className="text-16 font-semibold">{t('Language')}</h2>
        <Select
          label={t('Language of emails and documents')}
          className="max-w-80"
          options={[
            { value: '', label: t('As {company} chooses', { company: company.name }) },
            ...LANGUAGE_TAGS.map((tag) => ({ value: tag, label: LANGUAGES[tag] })),
          ]}
          value={shown ?? ''}
          disabled={isPreview || choosing.isPending}
          onChange={({ target: { value } }) => choosing.mutate(isLanguage(value) ? value : null)}
        />
        <p className="text-ink-2">
          {isPortals
            ? t('Everybody with a login for this account gets emails in it. The portal follows it.')
            : t(
                'Everybody with a login for this account gets emails in it. The portal isn’t in {language}.',
                {
                  language: LANGUAGES[shown],
                },
              )}
        </p>
      </div>
    </Sheet>
  )
}
