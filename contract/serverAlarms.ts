import type { Words } from '@mimic/engine/schema'

interface AlarmKind {
  readonly words: Words
  /** The levels of facility alarms: 1 low, 2 medium, 3 high. */
  readonly level: 1 | 2 | 3
  /** The alarm reports an event. It is cleared one hour after the last occurrence. */
  readonly isEvent?: true
}

/** The kinds of alarms that the server raises about itself. */
export const serverAlarmKinds = {
  diskLow: { level: 2, words: { en: 'Disk space low', zh: '磁盘空间不足' } },
  diskFull: { level: 3, words: { en: 'Disk full', zh: '磁盘空间已满' } },
  storageFailed: { level: 3, words: { en: 'Data cannot be written', zh: '数据无法写入' } },
  databaseUnreachable: { level: 3, words: { en: 'Database unreachable', zh: '数据库无法连接' } },
  databaseRestarted: { level: 2, isEvent: true, words: { en: 'Database restarted', zh: '数据库已重启' } },
  backupFailed: { level: 2, words: { en: 'Backup failed', zh: '备份失败' } },
  backupUnusable: { level: 3, words: { en: 'Backup cannot be restored', zh: '备份无法恢复' } },
  backupOld: { level: 2, words: { en: 'Backup too old', zh: '备份过旧' } },
  certificateExpiring: { level: 2, words: { en: 'Certificate expires soon', zh: '证书即将到期' } },
  clockJumped: { level: 2, isEvent: true, words: { en: 'System clock changed', zh: '系统时钟跳变' } },
  messagesDropped: { level: 2, isEvent: true, words: { en: 'Values dropped from the queue', zh: '队列丢弃数据' } },
  undeclaredQuota: { level: 2, words: { en: 'Undeclared device quota exceeded', zh: '未登记设备超出配额' } },
  scriptStopped: { level: 2, isEvent: true, words: { en: 'Rule script stopped', zh: '规则脚本已停用' } },
  brokerLinkLost: { level: 3, words: { en: 'External broker unreachable', zh: '外部 MQTT 服务器无法连接' } },
} as const satisfies Record<string, AlarmKind>

/** Kind of an alarm of the server about itself, a key of `serverAlarmKinds`. */
export type ServerAlarmKind = keyof typeof serverAlarmKinds

/** The keys of `serverAlarmKinds`. */
export const serverAlarmNames = Object.keys(serverAlarmKinds).filter(isServerAlarmKind)

/** Returns true if a text is a kind of server alarm. */
export function isServerAlarmKind(text: string): text is ServerAlarmKind {
  return Object.hasOwn(serverAlarmKinds, text)
}

/** Returns true if alarms of this kind report an event instead of a state. */
export const isEventKind = (kind: ServerAlarmKind): boolean => 'isEvent' in serverAlarmKinds[kind]
