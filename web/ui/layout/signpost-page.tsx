import type { ReactNode } from 'react'
import { ButtonLink } from './button-link.tsx'
import { MessagePage } from './message-page.tsx'

/** A page that explains why there is nothing here and links onward. */
export const SignpostPage = ({
  title,
  icon,
  href,
  label,
  children,
}: {
  title: string
  icon?: ReactNode
  href: string
  /** Label of the link. */
  label: string
  children: ReactNode
}) => (
  <MessagePage
    title={title}
    icon={icon}
    actions={
      <ButtonLink href={href} variant="primary">
        {label}
      </ButtonLink>
    }
  >
    {children}
  </MessagePage>
)
