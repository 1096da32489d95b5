import { useToast } from '../../ui/overlay/toast.tsx'

/** Copies the address of a shared report and reports the result. Returns whether it was copied. */
export function useCopyLink(): (url: string) => Promise<boolean> {
  const toast = useToast()
  return async (url) => {
    try {
      await navigator.clipboard.writeText(url)
      toast({
        title: 'Link copied',
        body: 'Anyone with the link can view it without logging in.',
        tone: 'success',
      })
      return true
    } catch {
      toast({
        title: 'We couldn’t copy the link',
        body: 'Select the link and copy it yourself.',
        tone: 'error',
      })
      return false
    }
  }
}
