import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { useStores } from '../../stores/root.ts'

interface PermittedProps {
  /** One of these is sufficient. */
  readonly permission?: string | readonly string[]
  /** One of these is sufficient: a role, or the key of an additional role. */
  readonly role?: string | readonly string[]
  /** Shown instead when not permitted. */
  readonly otherwise?: ReactNode
  readonly children: ReactNode
}

/**
 * Shows its content only to permitted accounts. An empty list permits none except super administrators (specification,
 * section 5). If both `permission` and `role` are given, both must match. The server makes the final decision.
 */
export const Permitted = observer(function Permitted({ permission, role, otherwise = null, children }: PermittedProps) {
  const { session } = useStores()
  const isPermitted =
    (permission === undefined || session.mayDoAny(toList(permission))) &&
    (role === undefined || session.hasAnyRole(toList(role)))
  return <>{isPermitted ? children : otherwise}</>
})

const toList = (one: string | readonly string[]): readonly string[] => (typeof one === 'string' ? [one] : one)
