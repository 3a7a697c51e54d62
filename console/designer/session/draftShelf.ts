import { draftOf, type DraftShelf, type Head, type Step } from './drafts.ts'

const databaseName = 'mimic'
const heads = 'draftHeads'
const steps = 'draftSteps'

/** Drafts in IndexedDB. Throws when the browser keeps nothing (a private window, a full disk): the person is told then. */
export async function openDraftShelf(factory: IDBFactory): Promise<DraftShelf> {
  const database = await open(factory)
  const write = (act: (head: IDBObjectStore, step: IDBObjectStore) => void, durability: IDBTransactionDurability = 'default'): Promise<void> => {
    const transaction = database.transaction([heads, steps], 'readwrite', { durability })
    act(transaction.objectStore(heads), transaction.objectStore(steps))
    // At once, not when the requests have answered: a page that is being closed does not live until then.
    transaction.commit()
    return finished(transaction)
  }
  return {
    begin: ({ drawing, ...draft }) => write((head, step) => {
      step.delete(stepsOf(draft.key))
      head.put({ ...draft, owner: ownerOf(draft.account, draft.drawingId), base: drawing } satisfies Head)
      // An older draft may be removed once this is written: then it must be on the disk, not in the system's memory.
    }, 'strict'),
    append: (stretch) => write((_, step) => void step.put(stretch)),
    remove: (key) => write((head, step) => {
      head.delete(key)
      step.delete(stepsOf(key))
    }),
    async of(account, drawingId) {
      const transaction = database.transaction([heads, steps])
      const found: Head[] = await answered(transaction.objectStore(heads).index('owner').getAll(ownerOf(account, drawingId)))
      const drafts = await Promise.all(found.map(async (head) => {
        const list: Step[] = await answered(transaction.objectStore(steps).getAll(stepsOf(head.key)))
        return draftOf(head, list)
      }))
      return drafts.toSorted((a, b) => b.at - a.at)
    },
    close: () => database.close(),
  }
}

const ownerOf = (account: string, drawingId: string): string => `${account}/${drawingId}`
const stepsOf = (key: string): IDBKeyRange => IDBKeyRange.bound([key, 0], [key, Infinity])

function open(factory: IDBFactory): Promise<IDBDatabase> {
  const request = factory.open(databaseName, 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore(heads, { keyPath: 'key' }).createIndex('owner', 'owner')
    request.result.createObjectStore(steps, { keyPath: ['key', 'sequence'] })
  }
  return answered(request)
}

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('the browser storage failed'))
  })
}

function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('the browser storage refused'))
  })
}
