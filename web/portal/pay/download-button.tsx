import { Download } from 'lucide-react'
import { useState } from 'react'
import { actionErrorText } from '../../session/calls/api-error.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { cx } from '../../ui/cx.ts'
import { Button } from '../../ui/layout/button.tsx'
import { saveFile } from '../../ui/pdf/save-file.ts'
import { Note } from '../../ui/text/note.tsx'

/** Fetches a file into the browser's downloads; says so when it did not come, with a way to try again. */
export function DownloadButton({
  label,
  fileName,
  failed,
  load,
  bare = false,
}: {
  label: string
  fileName: string
  /** 'The receipt could not be downloaded' */
  failed: string
  load: () => Promise<Blob>
  /** Without a frame, in line with the text above it. */
  bare?: boolean | undefined
}) {
  // Stays while it is tried again, and with it the button that was pressed.
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
