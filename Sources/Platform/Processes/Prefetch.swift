import CPlatform

/// Has the processor begin to fetch what is at an address, which may be any: nothing is read, and nothing waits.
package func willRead(_ address: UInt) { cplatform_will_read(address) }
