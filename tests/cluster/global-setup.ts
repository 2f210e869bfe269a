import { ensureBuilt } from '../../scripts/lib/build.mjs'
import { ensureClusterPrograms } from '../../scripts/lib/cluster/packages.mjs'

export default async function setup(): Promise<void> {
  await ensureClusterPrograms()
  await ensureBuilt()
}
