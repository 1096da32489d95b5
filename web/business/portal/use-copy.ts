import { useToast } from '../../ui/overlay/toast.tsx'

/** Copies a text and reports success, or that the browser refused. */
export function useCopy(): (text: string, copied: string) => Promise<void> {
  const toast = useToast()
  return async (text, copied) => {
    try {
      await navigator.clipboard.writeText(text)
      toast({ title: copied, tone: 'success' })
    } catch {
      toast({
        title: 'We couldn’t copy this',
        body: 'Select it and copy it yourself.',
        tone: 'error',
      })
    }
  }
}
