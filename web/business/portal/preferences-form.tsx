import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Controller, type UseFormReturn, useForm } from 'react-hook-form'
import { contract } from '../../../contract/index.ts'
import { useAccount, useCan } from '../../session/account-context.ts'
import { changedFields } from '../../session/forms/form-changes.ts'
import { showFormErrors } from '../../session/forms/form-errors.ts'
import { useReadValues } from '../../session/forms/use-read-values.ts'
import { useCall, useSessionControl } from '../../session/session-context.tsx'
import { Switch } from '../../ui/fields/switch.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { Note } from '../../ui/text/note.tsx'
import { replaceAccount } from '../accounts/accounts-query.ts'
import { SaveBar } from '../accounts/settings/save-bar.tsx'
import { SettingsSection } from '../accounts/settings/settings-layout.tsx'
import { EmbedSnippet } from './embed-snippet.tsx'
import { MovingDialog } from './moving-dialog.tsx'
import { PortalAddress } from './portal-address.tsx'
import type { PortalPreferences } from './portal-preferences.ts'

interface PreferencesFields {
  sub_domain: string
  embed: boolean
  allowed_embed_url: string
}

const formOf = ({ sub_domain, embed, allowed_embed_url }: PortalPreferences): PreferencesFields => ({
  sub_domain,
  embed,
  allowed_embed_url,
})

/** Rest of the portal's host after the subdomain. */
const restOf = ({ portal_url, sub_domain }: PortalPreferences): string =>
  new URL(portal_url).host.slice(sub_domain.length)

type Changes = ReturnType<typeof changedFields<PreferencesFields>>

/** Saves the preferences, and updates the portal's address wherever it is shown. */
function useSave() {
  const account = useAccount()
  const call = useCall()
  const session = useSessionControl()
  const queries = useQueryClient()
  return async (body: Changes): Promise<PortalPreferences> => {
    const saved = await call(contract.accounts.changePortalPreferences, {
      params: { account: account.pk },
      body,
    })
    queries.setQueryData([account.pk, 'portal-preferences'], saved)
    replaceAccount(queries, session, { ...account, portal_url: saved.portal_url })
    return saved
  }
}

export function PreferencesForm({ preferences }: { preferences: PortalPreferences }) {
  const may = useCan('portal.preferences.write')
  const account = useAccount()
  const call = useCall()
  const toast = useToast()
  const send = useSave()
  const [problem, setProblem] = useState<string | null>(null)
  const [moving, setMoving] = useState<string | null>(null)
  const form = useForm<PreferencesFields>({ defaultValues: formOf(preferences) })
  const { errors, isDirty, isSubmitting } = form.formState
  const { read, saved, readAgain } = useReadValues(formOf(preferences), async () =>
    formOf(await call(contract.accounts.readPortalPreferences, { params: { account: account.pk } })),
  )
  const save = form.handleSubmit(async (wanted) => {
    setProblem(null)
    try {
      const now = formOf(await send(changedFields(read.current, wanted)))
      saved(now)
      form.reset(now)
      toast({ title: 'Customer portal saved', tone: 'success' })
    } catch (error) {
      setProblem(showFormErrors(form, error))
      await readAgain(error)
    }
    setMoving(null)
  })
  const rest = restOf(preferences)
  const { sub_domain: current, default_sub_domain: first, portal_url } = preferences
  const submit = () => {
    const wanted = form.getValues('sub_domain').trim().toLowerCase()
    setProblem(null)
    // Skips the confirmation for an unchanged or invalid name: the server refuses an invalid one.
    if (wanted === current || !/^[a-z0-9-]{3,40}$/.test(wanted)) return void save()
    setMoving(wanted)
  }
  return (
    <form
      noValidate
      className="grid"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {problem !== null && (
        <Note tone="error" className="mx-4 mt-4 md:mx-6">
          {problem}
        </Note>
      )}
      <SettingsSection title="Address" description="Where customers see and pay their invoices.">
        <PortalAddress url={portal_url} />
        <TextField
          label="Portal address"
          suffix={rest}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          disabled={!may}
          error={errors.sub_domain?.message}
          hint={
            first === current
              ? '3 to 40 letters, digits and hyphens.'
              : `3 to 40 letters, digits and hyphens. It was first ${first}.`
          }
          {...form.register('sub_domain')}
        />
      </SettingsSection>
      <WebsiteSection form={form} preferences={preferences} disabled={!may} />
      {may && <SaveBar dirty={isDirty} busy={isSubmitting} onReset={() => form.reset(formOf(preferences))} />}
      <Suspense>
        {moving !== null && (
          <MovingDialog
            from={current + rest}
            to={moving + rest}
            busy={isSubmitting}
            onConfirm={() => void save()}
            onClose={() => setMoving(null)}
          />
        )}
      </Suspense>
    </form>
  )
}

/** The website that may embed the portal, and the HTML for it once saved. */
function WebsiteSection({
  form,
  preferences,
  disabled,
}: {
  form: UseFormReturn<PreferencesFields>
  preferences: PortalPreferences
  disabled: boolean
}) {
  return (
    <SettingsSection
      title="On your website"
      description="Show the portal on a page of your website, without its header."
    >
      <Controller
        name="embed"
        control={form.control}
        render={({ field: { value, ...field } }) => (
          <Switch
            label="Show the portal on your website"
            description={
              form.formState.errors.embed && (
                <span className="text-overdue">{form.formState.errors.embed.message}</span>
              )
            }
            checked={value}
            {...field}
            disabled={disabled}
          />
        )}
      />
      <TextField
        label="Website"
        type="url"
        inputMode="url"
        placeholder="https://www.example.com"
        disabled={disabled}
        error={form.formState.errors.allowed_embed_url?.message}
        hint="Must start with https://. We only keep the domain."
        {...form.register('allowed_embed_url')}
      />
      {preferences.embed && (
        <EmbedSnippet portalUrl={preferences.portal_url} website={preferences.allowed_embed_url} />
      )}
    </SettingsSection>
  )
}
