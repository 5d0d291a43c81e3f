<?php
/**
 * Plugin Name: klog-demo
 * Description: [klog-demo demo="dedup" section="resend"]What shows before a run.[/klog-demo]
 *
 * The folder kaen-log lies beside this file, in wp-content/plugins/klog-demo/.
 */

add_shortcode( 'klog-demo', function ( $attributes, $content ) {
	wp_enqueue_script( 'klog-demo', plugins_url( 'kaen-log/klog-demo.js', __FILE__ ), array(), null, true );
	$text = '';
	foreach ( (array) $attributes as $name => $value ) {
		if ( preg_match( '/^[a-z-]+$/', $name ) && 'base' !== $name && 'worker-url' !== $name ) {
			$text .= sprintf( ' %s="%s"', $name, esc_attr( $value ) );
		}
	}
	return "<klog-demo$text>" . wp_kses_post( $content ) . '</klog-demo>';
} );
