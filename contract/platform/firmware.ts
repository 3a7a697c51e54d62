import { defineEntity } from '../entity/define.ts'
import { choice, files, instant, number, ref, refs, text } from '../entity/field.ts'
import { ownerProject } from '../entity/owner.ts'

const megabyte = 1024 * 1024

/** A firmware version of a product. */
export const firmware = defineEntity({
  name: 'firmware',
  path: 'firmware',
  area: 'platform',
  scope: 'none',
  title: 'name',
  words: { one: { en: 'Firmware', zh: '固件' }, many: { en: 'Firmware', zh: '固件' } },
  begin: {
    en: 'A firmware file with a version for the devices of one product. Upgrades install it.',
    zh: '某一产品设备使用的固件文件及版本，通过升级任务下发到设备。',
  },
  fields: {
    name: text({ en: 'Name', zh: '固件名称' }, { required: true }),
    product: ref({ en: 'Product', zh: '所属产品' }, 'product', {
      required: true,
      emptyWords: { en: 'Please choose the product', zh: '请选择产品' },
    }),
    version: text({ en: 'Version', zh: '版本号' }, { required: true, format: 'code', maxLength: 32 }),
    file: files(
      { en: 'File', zh: '固件文件' },
      {
        required: true,
        max: 1,
        maxBytes: 20 * megabyte,
        extensions: ['bin', 'hex', 'zip'],
        emptyWords: { en: 'Please upload the file', zh: '请上传固件文件' },
      },
    ),
    ownerProject,
    description: text({ en: 'Description', zh: '描述' }, { format: 'lines', maxLength: 1000 }),
  },
  list: {
    columns: ['name', 'product', 'version', 'ownerProject', 'file', 'description', 'createdBy', 'createdAt'],
    search: ['name', 'version'],
    filters: ['product', 'ownerProject'],
    sort: { by: 'createdAt', order: 'desc' },
  },
  unique: [['product', 'version']],
  owner: 'ownerProject',
})

/** An upgrade of devices to a firmware, with its progress. */
export const upgrade = defineEntity({
  name: 'upgrade',
  path: 'upgrades',
  area: 'platform',
  scope: 'project',
  title: 'name',
  words: { one: { en: 'Upgrade', zh: '升级任务' }, many: { en: 'Upgrades', zh: '升级任务' } },
  begin: {
    en: 'An upgrade installs a firmware on selected devices in batches and shows the progress of each. Upload the firmware first. Nothing is sent until you start the upgrade.',
    zh: '升级任务将固件分批下发到所选设备，并显示每台的进度。请先上传固件；启动任务之前不会下发。',
  },
  fields: {
    name: text({ en: 'Name', zh: '任务名称' }, { required: true }),
    firmware: ref({ en: 'Firmware', zh: '固件' }, 'firmware', {
      required: true,
      emptyWords: { en: 'Please choose the firmware', zh: '请选择固件' },
    }),
    devices: refs({ en: 'Devices', zh: '设备' }, 'device', {
      required: true,
      max: 1000,
      emptyWords: { en: 'Please choose the devices', zh: '请选择设备' },
    }),
    plannedAt: instant({ en: 'Start time', zh: '计划时间' }),
    batch: number(
      { en: 'Parallel devices', zh: '同时升级数' },
      {
        required: true,
        integer: true,
        min: 1,
        max: 100,
        digits: 0,
        default: 10,
        help: { en: 'Number of devices that upgrade at the same time', zh: '同时升级的设备数量' },
      },
    ),
    timeoutMin: number(
      { en: 'Timeout', zh: '超时时间' },
      {
        required: true,
        integer: true,
        min: 1,
        max: 240,
        digits: 0,
        unit: 'min',
        default: 10,
        help: { en: 'For one attempt of one device', zh: '单台设备单次升级' },
      },
    ),
    retries: number(
      { en: 'Retries', zh: '重试次数' },
      { required: true, integer: true, min: 0, max: 5, digits: 0, default: 1 },
    ),
    done: number({ en: 'Upgraded', zh: '成功数' }, { readOnly: true, integer: true, digits: 0, default: 0 }),
    failed: number({ en: 'Failed', zh: '失败数' }, { readOnly: true, integer: true, digits: 0, default: 0 }),
    progress: number({ en: 'Progress', zh: '进度' }, { readOnly: true, digits: 0, unit: '%', default: 0 }),
  },
  list: {
    columns: ['name', 'firmware', 'project', 'devices', 'status', 'progress', 'done', 'failed', 'createdAt'],
    search: ['name'],
    filters: ['status', 'firmware'],
    sort: { by: 'createdAt', order: 'desc' },
  },
  lifecycle: {
    field: 'status',
    words: { en: 'Status', zh: '状态' },
    initial: 'waiting',
    states: [
      { value: 'waiting', words: { en: 'Waiting', zh: '待升级' }, tone: 'idle' },
      { value: 'running', words: { en: 'Upgrading', zh: '升级中' }, tone: 'underway' },
      { value: 'done', words: { en: 'Done', zh: '已完成' }, tone: 'good' },
      { value: 'stopped', words: { en: 'Stopped', zh: '已停止' }, tone: 'alarm' },
    ],
    moves: {
      start: {
        words: { en: 'Start', zh: '开始升级' },
        from: ['waiting', 'stopped'],
        to: 'running',
        confirm: {
          en: 'Sends the upgrade command to the selected devices in batches, from the start time on.',
          zh: '到达计划时间后，将按设定的同时升级数通知所选设备下载并安装固件。',
        },
      },
      retry: {
        words: { en: 'Retry failed', zh: '重试失败设备' },
        from: ['done'],
        to: 'running',
        confirm: {
          en: 'Sends the upgrade command again to devices that have not installed this firmware. Successful devices are skipped.',
          zh: '将重新通知列表中尚未成功升级到该固件的设备；已成功升级到该固件的设备不受影响。',
        },
      },
      stop: {
        words: { en: 'Stop', zh: '停止' },
        from: ['running'],
        to: 'stopped',
        confirm: { en: 'Devices that have already started finish their upgrade.', zh: '已开始的设备会完成自身升级。' },
      },
      finish: { words: { en: 'Finished', zh: '完成' }, from: ['running'], to: 'done', hidden: true },
    },
  },
})

/** The result of upgrading one device to one firmware. */
export const upgradeLog = defineEntity({
  name: 'upgradeLog',
  path: 'upgrade-logs',
  area: 'platform',
  scope: 'project',
  title: 'message',
  origin: 'server',
  words: { one: { en: 'Upgrade record', zh: '升级记录' }, many: { en: 'Upgrade records', zh: '升级记录' } },
  fields: {
    upgrade: ref({ en: 'Upgrade', zh: '升级任务' }, 'upgrade', { readOnly: true, onRemove: 'empty' }),
    device: ref({ en: 'Device', zh: '设备' }, 'device', { readOnly: true, onRemove: 'empty' }),
    firmware: ref({ en: 'Firmware', zh: '固件' }, 'firmware', { readOnly: true, onRemove: 'empty' }),
    result: choice(
      { en: 'Result', zh: '结果' },
      {
        readOnly: true,
        options: [
          { value: 'waiting', words: { en: 'Waiting', zh: '等待中' }, tone: 'idle' },
          { value: 'sent', words: { en: 'Sent', zh: '已下发' } },
          { value: 'running', words: { en: 'Upgrading', zh: '升级中' }, tone: 'underway' },
          { value: 'cancelled', words: { en: 'Cancelled', zh: '已取消' }, tone: 'idle' },
          { value: 'done', words: { en: 'Succeeded', zh: '成功' }, tone: 'good' },
          { value: 'failed', words: { en: 'Failed', zh: '失败' }, tone: 'alarm' },
        ],
      },
    ),
    percent: number({ en: 'Progress', zh: '进度' }, { readOnly: true, digits: 0, unit: '%', default: 0 }),
    attempts: number({ en: 'Attempts', zh: '尝试次数' }, { readOnly: true, integer: true, digits: 0, default: 0 }),
    until: instant(
      { en: 'Deadline', zh: '截止时间' },
      { readOnly: true, help: { en: 'End of this attempt, or start of the next one', zh: '本次超时或下次尝试的时间' } },
    ),
    message: text({ en: 'Message', zh: '说明' }, { readOnly: true, maxLength: 500 }),
    at: instant({ en: 'Time', zh: '时间' }, { readOnly: true }),
  },
  list: {
    columns: ['at', 'upgrade', 'device', 'firmware', 'result', 'percent', 'attempts', 'message'],
    search: ['message'],
    filters: ['upgrade', 'result', 'at'],
    sort: { by: 'at', order: 'desc' },
  },
})
