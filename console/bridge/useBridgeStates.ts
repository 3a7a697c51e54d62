import { useEffect } from 'react'
import type { BridgeStatus } from '../../contract/routes.ts'
import type { Client } from '../net/client.ts'
import { Polled } from '../stores/entities/polling.ts'
import { useStores } from '../stores/root.ts'

const everyMs = 2_000

/** States of all bridges, polled while at least one component uses them. */
class BridgeStates {
  readonly polled: Polled<readonly BridgeStatus[]>
  #users = 0
  #stop: () => void = () => undefined

  constructor(client: Client) {
    this.polled = new Polled((signal) => client.call('bridge.states', {}, { signal, quiet: true }))
  }

  /** Starts polling with the first user. Returns a function that removes the user. */
  use(): () => void {
    if (this.#users++ === 0) this.#stop = this.polled.start(everyMs)
    return () => {
      if (--this.#users === 0) this.#stop()
    }
  }
}

const shared = new WeakMap<Client, BridgeStates>()

/** Returns the live states of all bridges; null before the first answer. Use it in an observer. */
export function useBridgeStates(): readonly BridgeStatus[] | null {
  const { client } = useStores()
  const states = getShared(client)
  useEffect(() => states.use(), [states])
  return states.polled.value
}

function getShared(client: Client): BridgeStates {
  const known = shared.get(client) ?? new BridgeStates(client)
  shared.set(client, known)
  return known
}
