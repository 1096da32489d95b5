import { Download } from 'lucide-react'
import { useState } from 'react'
import { actionErrorText } from '../../session/calls/api-error.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { cx } from '../../ui/cx.ts'
import { Button } from '../../ui/layout/button.tsx'
import { saveFile } from '../../ui/pdf/save-file.ts'
import { Note } from '../../ui/text/note.tsx'

/** Downloads a file. Reports a failure with a way to retry. */
export function DownloadButton({
  label,
  fileName,
  failed,
  load,
  bare = false,
}: {
  label: string
  fileName: string
  /** Failure text: 'The receipt could not be downloaded' */
  failed: string
  load: () => Promise<Blob>
  /** Styled as a link within the text above it. */
  bare?: boolean | undefined
}) {
  // Kept during the retry, and with it the pressed button.
  const [failure, setFailure] = useState<Error | null>(null)
  const download = useSingleMutation({
    mutationFn: load,
    onSuccess: (blob) => {
      setFailure(null)
      saveFile(blob, fileName)
    },
    onError: setFailure,
  })
  return (
    <>
      <Button
        {...(bare && { variant: 'bare', className: '-ms-3' })}
        icon={<Download />}
        busy={download.isPending}
        onClick={() => download.mutate()}
      >
        {label}
      </Button>
      {failure && (
        <Note
          tone="error"
          title={failed}
          className={cx('w-full text-start', bare && 'mt-2')}
          onRetry={() => download.mutate()}
          retrying={download.isPending}
        >
          {actionErrorText(failure)}
        </Note>
      )}
    </>
  )
}
