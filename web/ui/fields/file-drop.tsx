import { Upload } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { cx } from '../cx.ts'
import { Button } from '../layout/button.tsx'
import { FieldNote } from './field.tsx'

/** A drop target for files; its button does the same by keyboard. */
export function FileDrop({
  label,
  hint,
  error,
  accept,
  multiple = false,
  busy = false,
  buttonLabel = 'Choose file',
  onFiles,
  children,
  className,
}: {
  label: string
  hint?: ReactNode
  error?: ReactNode
  /** Like an input's accept: '.csv,text/csv'. */
  accept?: string | undefined
  multiple?: boolean | undefined
  busy?: boolean | undefined
  buttonLabel?: string | undefined
  onFiles: (files: readonly File[]) => void
  /** The chosen file, or a picture of it. */
  children?: ReactNode
  className?: string | undefined
}) {
  const input = useRef<HTMLInputElement>(null)
  const noteId = useId()
  const [over, setOver] = useState(false)
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])]
    if (files.length > 0 && !busy) onFiles(multiple ? files : files.slice(0, 1))
  }
  return (
    <div className={cx('grid gap-1.5', className)}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is extra; the button does the same */}
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          take(event.dataTransfer.files)
        }}
        className={cx(
          'grid justify-items-center gap-2 rounded-10 border border-dashed px-5 py-6 text-center transition-colors',
          over ? 'border-brand bg-brand-tint' : error ? 'border-overdue' : 'border-line-strong bg-paper',
        )}
      >
        {children ?? <Upload className="size-5 text-ink-3" />}
        <p className="font-medium">{label}</p>
        <Button
          size="sm"
          busy={busy}
          aria-describedby={hint || error ? noteId : undefined}
          onClick={() => input.current?.click()}
        >
          {buttonLabel}
        </Button>
        <input
          ref={input}
          type="file"
          tabIndex={-1}
          aria-hidden="true"
          accept={accept}
          multiple={multiple}
          className="sr-only"
          onChange={(event) => {
            take(event.currentTarget.files)
            event.currentTarget.value = ''
          }}
        />
      </div>
      <FieldNote id={noteId} hint={hint} error={error} />
    </div>
  )
}
