import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { useStores } from '../stores/root.ts'

interface PermittedProps {
  /** Any of them is enough. */
  readonly permission?: string | readonly string[]
  /** Any of them is enough: a rank, or the key of a further role. */
  readonly role?: string | readonly string[]
  /** In its place. */
  readonly otherwise?: ReactNode
  readonly children: ReactNode
}

/**
 * Shows its content to who may: removed where the list of roles is empty or the account has none of it; a super administrator
 * always passes (specification, section 5). With both, both are asked. The server decides in the end.
 */
export const Permitted = observer(function Permitted({ permission, role, otherwise = null, children }: PermittedProps) {
  const { session } = useStores()
  const isPermitted = (permission === undefined || session.mayDoAny(listOf(permission))) && (role === undefined || session.hasAnyRole(listOf(role)))
  return <>{isPermitted ? children : otherwise}</>
})

const listOf = (one: string | readonly string[]): readonly string[] => (typeof one === 'string' ? [one] : one)
