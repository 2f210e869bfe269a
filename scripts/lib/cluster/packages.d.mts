export type ClusterProgram = 'etcd' | 'patroni' | 'haproxy' | 'postgres' | 'nginx' | 'setpriv'

export function clusterPrograms(
  programs?: Record<ClusterProgram, string | undefined>,
): Record<ClusterProgram, string>
export function ensureClusterPrograms(): Promise<void>
