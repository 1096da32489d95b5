import type { CSSProperties } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { type BrandRoles, brandRoles } from '../../../../domain/accounts/brand-colors.ts'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { CompanyForm } from './company-fields.tsx'
import { SettingsSection } from './settings-layout.tsx'

const OURS = '#0e6553'

/** The company's color, with a preview, and its words to customers. */
export function LookFields({ form, disabled }: { form: UseFormReturn<CompanyForm>; disabled: boolean }) {
  const { register, formState, watch, setValue } = form
  const [color, name] = watch(['accent_color', 'name'])
  const roles = /^#[0-9a-f]{6}$/i.test(color) ? brandRoles(color) : null
  const shown = roles ?? brandRoles(OURS)
  return (
    <SettingsSection
      title="Look"
      description="Used in the portal, on the pay page, in emails to customers and on PDFs."
    >
      <div className="flex items-end gap-3">
        <input
          type="color"
          aria-label="Pick the accent color"
          disabled={disabled}
          className="size-11 flex-none cursor-pointer rounded-6 border border-field-line bg-surface p-1"
          value={roles ? color.toLowerCase() : OURS}
          onChange={(event) => setValue('accent_color', event.target.value, { shouldDirty: true })}
        />
        <TextField
          label="Accent color"
          optional
          className="max-w-48 flex-1"
          placeholder={OURS}
          disabled={disabled}
          error={formState.errors.accent_color?.message}
          {...register('accent_color')}
        />
      </div>
      {shown && (
        <div className="grid gap-3 sm:grid-cols-2">
          {(['light', 'dark'] as const).map((theme) => (
            <Sample key={theme} theme={theme} roles={shown[theme]} name={name} />
          ))}
        </div>
      )}
      <p role="status" className="text-ink-2 empty:hidden">
        {roles && changesText(color.toLowerCase(), roles)}
      </p>
      <TextField
        label="A line for your customers"
        hint="Shown on the pay page and in the portal, such as “Family-owned since 1974”."
        optional
        disabled={disabled}
        error={formState.errors.customer_note?.message}
        {...register('customer_note')}
      />
      <TextArea
        label="Terms"
        hint="Printed at the end of invoices, and shown on the pay page."
        optional
        rows={3}
        disabled={disabled}
        error={formState.errors.sale_terms?.message}
        {...register('sale_terms')}
      />
    </SettingsSection>
  )
}

/** Says where the color is changed, so that text in it and on it can be read. */
function changesText(color: string, { light, dark }: { light: BrandRoles; dark: BrandRoles }): string {
  const parts = [
    ...(light.brand === color ? [] : [`${light.brand} on light pages`]),
    ...(dark.brand === color ? [] : [`${dark.brand} on dark ones`]),
  ]
  return parts.length === 0 ? '' : `To keep text readable, we use ${parts.join(' and ')}.`
}

/** How a page looks with the color in one theme. */
function Sample({ theme, roles, name }: { theme: 'light' | 'dark'; roles: BrandRoles; name: string }) {
  const style = {
    colorScheme: theme,
    '--brand': roles.brand,
    '--brand-tint': roles.tint,
    '--on-brand': roles.on,
  } as CSSProperties
  return (
    <figure style={style} className="grid gap-3 rounded-10 border border-line bg-surface p-4 text-ink">
      <figcaption className="text-12 text-ink-3">{theme === 'light' ? 'Light' : 'Dark'}</figcaption>
      <p className="font-semibold">{name || 'Your company'}</p>
      <span className="justify-self-start rounded-6 bg-brand-tint px-2.5 py-1.5 font-medium text-brand">
        Card
      </span>
      <span className="rounded-10 bg-brand py-2.5 text-center font-semibold text-on-brand">Pay $120.00</span>
    </figure>
  )
}
