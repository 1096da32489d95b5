import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { t } from '../language/text.ts'
import { useFieldWiring } from './field.tsx'
import { inField } from './in-field.tsx'
import { inputFrameClass, inputInnerClass } from './input-class.ts'
import type { TextFieldProps } from './text-field.tsx'

function PasswordInput(props: Omit<TextFieldProps, 'label' | 'prefix' | 'suffix' | 'type'>) {
  const wiring = useFieldWiring()
  const [shown, setShown] = useState(false)
  return (
    <span className={inputFrameClass}>
      <input
        {...wiring}
        autoComplete="current-password"
        {...props}
        type={shown ? 'text' : 'password'}
        spellCheck={false}
        autoCapitalize="none"
        className={inputInnerClass}
      />
      <button
        type="button"
        aria-label={shown ? t('Hide password') : t('Show password')}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="me-1 grid size-8 place-items-center rounded-6 text-ink-3 hover:text-ink"
      >
        {shown ? <EyeOff /> : <Eye />}
      </button>
    </span>
  )
}

/** A password field that allows pasting and showing. Set `autoComplete` to 'new-password' for a new one. */
export const PasswordField = inField(PasswordInput)
